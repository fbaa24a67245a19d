export { GroupOptions } from './group-options.tsx'
export { useAddLink, useGroupLinks, useGroupTree, useGroupWrites, useRemoveLink } from './group-queries.ts'
export type { GroupNode, GroupTree } from './group-tree.ts'
