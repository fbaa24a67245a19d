import type { MediaMessage } from '@fleetglass/contract/streams'

/** Messages of the page to the worker. */
export type VoiceOrder =
  | { readonly kind: 'open'; readonly url: string; readonly sampleRate: number; readonly microphone: MessagePort }
  /** Whether the microphone is sent. */
  | { readonly kind: 'speak'; readonly on: boolean }
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'close' }

/** Messages of the worker to the page. */
export type VoiceNews =
  | { readonly kind: 'opened' }
  | { readonly kind: 'text'; readonly text: string }
  /** A binary message of the server. */
  | { readonly kind: 'media'; readonly bytes: ArrayBuffer }
  /** How loud the microphone is, 0 to 1. */
  | { readonly kind: 'level'; readonly level: number }
  | { readonly kind: 'closed'; readonly code: number }

/** What a link reports to its opener; nothing after `close()`. */
export interface VoiceEvents {
  /** The microphone is there, the socket is being opened. */
  connecting(): void
  opened(): void
  said(text: string): void
  heard(message: MediaMessage): void
  level(level: number): void
  /** The last one. */
  ended(end: VoiceEnd): void
}

export type VoiceEnd =
  /** The user or the browser denied the microphone. */
  | { readonly kind: 'refused' }
  /** There is none, or it is gone. */
  | { readonly kind: 'no-microphone'; readonly reason: string }
  | { readonly kind: 'closed'; readonly code: number }
