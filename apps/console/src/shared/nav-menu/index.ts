export { NavMenu, type NavMenuEntry } from './nav-menu.tsx'
