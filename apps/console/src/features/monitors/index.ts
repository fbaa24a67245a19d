/** The code of the internal pages, fetched when one of them is opened. */
export const loadMonitor = async () => (await import('./monitor.page.tsx')).Monitor
