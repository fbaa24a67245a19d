import {
  type Fence,
  fenceListPath,
  fenceListSchema,
  fencePath,
  fenceSchema,
  type Shape,
  type ShapeRequest,
  shapeSavedSchema,
  shapesPath,
  shapesSchema,
} from '@fleetglass/contract/fences'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { askJson, type callJson } from '../../platform/http/index.ts'

const fencesKey = ['fences'] as const
const shapesKey = ['shapes'] as const

/** The 32 circles and the shapes, as the server has them. */
export function useFences() {
  const { userName } = useSession()
  const circles = useQuery({
    queryKey: [...fencesKey, userName],
    queryFn: async () => fenceListSchema.parse(await askJson('GET', fenceListPath)),
  })
  const shapes = useQuery({
    queryKey: [...shapesKey, userName],
    queryFn: async () => shapesSchema.parse(await askJson('GET', shapesPath)),
  })
  return {
    circles: circles.data ?? [],
    shapes: shapes.data ?? [],
    loading: circles.isPending || shapes.isPending,
    failed: circles.isError || shapes.isError,
    again: () => {
      void circles.refetch()
      void shapes.refetch()
    },
  }
}

/** What reads and writes one of them; each throws with the sentence that is to be shown. */
export function useFenceCalls() {
  const { userName: username, passwordHash: password } = useSession()
  const queries = useQueryClient()
  const call = (method: Parameters<typeof callJson>[0], path: string, body: object) =>
    askJson(method, path, { username, password, ...body })
  return {
    load: async (index: number): Promise<Fence> => fenceSchema.parse(await askJson('GET', fencePath(index))),
    /** Each answers the message of the server. */
    async saveCircle(index: number, fence: Fence): Promise<string> {
      const answer = messageOf(await call('PUT', fencePath(index), fence))
      await queries.invalidateQueries({ queryKey: fencesKey })
      return answer
    },
    async saveShape(shape: ShapeRequest): Promise<{ readonly id: number; readonly message: string }> {
      const saved = shapeSavedSchema.parse(await call('POST', shapesPath, shape))
      await queries.invalidateQueries({ queryKey: shapesKey })
      return saved
    },
    async removeShape({ id }: Pick<Shape, 'id'>): Promise<string> {
      const answer = messageOf(await call('DELETE', shapesPath, { id }))
      await queries.invalidateQueries({ queryKey: shapesKey })
      return answer
    },
  }
}

function messageOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return ''
  return typeof answer.message === 'string' ? answer.message : ''
}
