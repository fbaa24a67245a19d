export { Tree } from './tree.tsx'
export { ancestorsOf, type TreeNode } from './tree-rows.ts'
