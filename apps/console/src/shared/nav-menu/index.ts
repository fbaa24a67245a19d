export { NavMenu } from './nav-menu.tsx'
