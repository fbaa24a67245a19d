import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useClock } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon, PageState } from '../../ui/index.ts'
import { MicrophoneTest } from './microphone-test.ts'
import './self-test.css'

/** `/audiotest`: records the microphone, encodes it and plays it back (SHELL-071). */
export function AudioTestPage() {
  const t = useText()
  const clock = useClock()
  const [test, setTest] = useState<MicrophoneTest | null>(null)
  useEffect(() => {
    const made = new MicrophoneTest(clock)
    setTest(made)
    return () => made.close()
  }, [clock])
  return (
    <section className="self-test panel">
      <h1>{t('page.audioTest')}</h1>
      {window.isSecureContext ? (
        <>
          <p className="muted">{t('audioTest.lead')}</p>
          {test ? <Recorder test={test} /> : null}
        </>
      ) : (
        <PageState icon="mute" title={t('audioTest.failed')} hint={t('audioTest.insecure')} role="alert" />
      )}
    </section>
  )
}

function Recorder({ test }: { readonly test: MicrophoneTest }) {
  const t = useText()
  const state = useStore(test.state)
  const recording = state.kind === 'recording'
  return (
    <>
      <div className="self-test-choices">
        <button
          type="button"
          className={recording ? 'btn btn-danger' : 'btn btn-primary'}
          onClick={() => (recording ? test.stop() : void test.record())}
        >
          <Icon name={recording ? 'pause' : 'talk'} size={16} /> {t(recording ? 'audioTest.stop' : 'audioTest.record')}
        </button>
        <span role="status">{recording ? t('audioTest.recording') : null}</span>
      </div>
      {state.kind === 'failed' ? (
        <PageState icon="mute" title={t('audioTest.failed')} hint={state.reason} role="alert" />
      ) : null}
      {state.kind === 'recorded' ? (
        <div className="self-test-result">
          {/* biome-ignore lint/a11y/useMediaCaption: the user's own voice, just recorded */}
          <audio src={state.url} controls autoPlay aria-label={t('audioTest.result')} />
          <span className="muted num">{t('audioTest.figures', { coding: state.coding, bytes: state.bytes })}</span>
        </div>
      ) : null}
    </>
  )
}
