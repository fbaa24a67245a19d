import { PointerSensor } from '@dnd-kit/core'
import type { PointerEvent } from 'react'

/** A tile is dragged by its handle or its head: in the picture a drag is for the picture, on a button a press is for the button. */
export class HandleSensor extends PointerSensor {
  static override activators = [
    {
      eventName: 'onPointerDown' as const,
      handler: ({ nativeEvent: { isPrimary, button, target } }: PointerEvent): boolean => {
        if (!isPrimary || button !== 0 || !(target instanceof Element)) return false
        if (target.closest('.tile-handle')) return true
        return target.closest('header') !== null && target.closest('button, input, a') === null
      },
    },
  ]
}
