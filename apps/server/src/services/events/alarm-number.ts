/**
 * What identifies an alarm of active safety among those of its device (T/JSATL 12-2017, 4.5): its time and its sequence within that second. The
 * device says it with the alarm and with the files, which may come in either order.
 */
export function alarmNumber({ time, sequence }: { readonly time: string; readonly sequence: number }): string {
  return `${time}/${sequence}`
}
