import workletUrl from './microphone.worklet.ts?worker&url'

/** The microphone while it is open: its samples go to `port`. */
export interface Microphone {
  readonly sampleRate: number
  /** Where its blocks come out; for a worker. */
  readonly port: MessagePort
  /** Called once when it ends by itself: taken out, or taken away. */
  onEnded(listener: () => void): void
  close(): void
}

/** Requests the microphone. Rejects as the browser does: `NotAllowedError` when the user declines. */
export async function openMicrophone(): Promise<Microphone> {
  const echoCancellation = true
  const audio = { echoCancellation, noiseSuppression: true, autoGainControl: true, channelCount: 1 }
  const stream = await navigator.mediaDevices.getUserMedia({ audio })
  const endTracks = (): void => {
    for (const track of stream.getTracks()) track.stop()
  }
  const context = new AudioContext({ latencyHint: 'interactive' })
  try {
    await context.audioWorklet.addModule(workletUrl)
    const node = new AudioWorkletNode(context, 'microphone', { numberOfOutputs: 0, channelCount: 1 })
    const { port1, port2 } = new MessageChannel()
    node.port.postMessage(port1, [port1])
    context.createMediaStreamSource(stream).connect(node)
    if (context.state === 'suspended') await context.resume()
    return {
      sampleRate: context.sampleRate,
      port: port2,
      onEnded: (listener) => {
        for (const track of stream.getTracks()) track.addEventListener('ended', listener, { once: true })
      },
      close() {
        endTracks()
        void context.close()
      },
    }
  } catch (error) {
    endTracks()
    void context.close()
    throw error
  }
}
