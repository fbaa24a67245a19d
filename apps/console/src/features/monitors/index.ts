/** The code of the internal pages, fetched where one of them was asked for. */
export const loadMonitor = async () => (await import('./monitor.page.tsx')).Monitor
