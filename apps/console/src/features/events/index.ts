export { EventNotices } from './event-notices.tsx'
export { NotificationSwitch } from './notification-switch.tsx'
