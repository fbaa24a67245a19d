import { describe, expect, it } from 'vitest'
import { planMove, type TargetColumn } from './move-plan.ts'

const table = (name: string, references: string[] = [], columns = ['id', 'name']) => ({
  name,
  columns,
  key: ['id'],
  references,
})
const columnsOf = (...names: string[]): TargetColumn[] =>
  names.flatMap((name) => [
    { table: name, name: 'id', type: 'bigint' },
    { table: name, name: 'name', type: 'text' },
  ])

describe('the plan of a move', () => {
  it('has the tables in the order of their foreign keys, and one that names itself at once', () => {
    const source = [table('users', ['groups', 'rights']), table('groups', ['groups']), table('rights')]
    const plan = planMove(source, columnsOf('groups', 'rights', 'users'))
    expect(plan.map(({ name }) => name)).toEqual(['groups', 'rights', 'users'])
    expect(plan.map(({ isAtOnce }) => isAtOnce)).toEqual([true, false, false])
    expect(plan[0]?.columns).toEqual([
      { name: 'id', kind: 'integer' },
      { name: 'name', kind: 'text' },
    ])
  })

  it('is refused when one side has a table or a column that the other does not have', () => {
    expect(() => planMove([table('a')], columnsOf('a', 'b'))).toThrow('the target has the table b')
    expect(() => planMove([table('a'), table('b')], columnsOf('a'))).toThrow('the target has no column b.id')
    expect(() => planMove([table('a', [], ['id'])], columnsOf('a'))).toThrow('the source has no column a.name')
    expect(() => planMove([{ ...table('a'), key: [] }], columnsOf('a'))).toThrow('the table a has no primary key')
  })

  it('is refused for a type that nobody has said how to convert, and for a circle of foreign keys', () => {
    const target = columnsOf('a').map((column) => ({ ...column, type: 'jsonb' }))
    expect(() => planMove([table('a')], target)).toThrow('a.id is of a type that is not moved: jsonb')
    expect(() => planMove([table('a', ['b']), table('b', ['a'])], columnsOf('a', 'b'))).toThrow('form a circle: a, b')
  })
})
