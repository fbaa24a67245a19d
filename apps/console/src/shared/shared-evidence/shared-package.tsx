import { type SharedEvidence, sharedFileAddress, sharedVideoAddress } from '@fleetglass/contract/evidence'
import { useState } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { shiftedTimeText, zoneLabel } from '../../platform/time/index.ts'
import { bytesText } from '../../platform/units/index.ts'
import { Icon } from '../../ui/index.ts'
import { Outcome, useVerification } from '../evidence-verification/index.ts'
import { remotePackage } from './remote-package.ts'
import styles from './shared.module.css'

/** What is in a package, its recordings, and the package itself. */
export function SharedPackage({
  shared,
  onFailed,
}: {
  readonly shared: SharedEvidence
  readonly onFailed: () => void
}) {
  const t = useText()
  const { state, verify } = useVerification()
  const file = sharedFileAddress(shared.share)
  return (
    <>
      <Facts shared={shared} />
      <div className={styles.videos}>
        {shared.channels.map((channel) => (
          <ChannelVideo key={channel} shared={shared} channel={channel} onFailed={onFailed} />
        ))}
      </div>
      <div className={styles.actions}>
        <a className="btn btn-primary icon-text" href={file} download={shared.fileName}>
          <Icon name="download" size={16} /> {t('evidence.sharedDownload', { size: bytesText(shared.bytes) })}
        </a>
        <button
          type="button"
          className="btn btn-quiet"
          disabled={state.kind === 'verifying'}
          onClick={() => void verify(shared.fileName, remotePackage(file, shared.bytes))}
        >
          <Icon name="check" size={16} /> {t('evidence.sharedVerify')}
        </button>
      </div>
      <p className="muted">{t('evidence.sharedVerifyText')}</p>
      <div aria-live="polite">
        <Outcome state={state} siteKey={shared.publicKey} offsetH={shared.utcOffsetMinutes / 60} />
      </div>
      <p className="muted">
        {t('evidence.sharedUntil', {
          time: shiftedTimeText(shared.expiresMs, shared.utcOffsetMinutes / 60).slice(0, 16),
        })}
      </p>
    </>
  )
}

function Facts({ shared }: { readonly shared: SharedEvidence }) {
  const t = useText()
  const offsetH = shared.utcOffsetMinutes / 60
  const time = (ms: number): string => shiftedTimeText(ms, offsetH)
  const { vehicle, deviceId, reason, madeBy } = shared
  const facts = [
    { label: 'evidence.device', value: vehicle === '' ? deviceId : `${vehicle} (${deviceId})`, isTime: false },
    { label: 'evidence.range', value: `${time(shared.startMs)} – ${time(shared.endMs)}`, isTime: true },
    { label: 'evidence.reason', value: reason, isTime: false },
    { label: 'evidence.madeBy', value: madeBy, isTime: false },
    { label: 'evidence.time', value: time(shared.madeMs), isTime: true },
  ] as const
  return (
    <section className={styles.facts}>
      <dl>
        {facts.map(({ label, value, isTime }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            {isTime ? (
              <dd>
                <bdi className="num" dir="ltr">
                  {value}
                </bdi>
              </dd>
            ) : (
              <dd dir="auto">{value}</dd>
            )}
          </div>
        ))}
      </dl>
      <p className="muted">{t('evidence.sharedZone', { zone: zoneLabel(offsetH) })}</p>
    </section>
  )
}

function ChannelVideo(props: {
  readonly shared: SharedEvidence
  readonly channel: number
  readonly onFailed: () => void
}) {
  const { shared, channel, onFailed } = props
  const t = useText()
  const [cannotPlay, setCannotPlay] = useState(false)
  const address = sharedVideoAddress({ share: shared.share, channel })
  // The player does not say whether the answer or its content was the fault.
  const onError = (): void => {
    setCannotPlay(true)
    onFailed()
  }
  const label = t('evidence.sharedChannel', { channel })
  return (
    <figure className={styles.video}>
      <figcaption>{label}</figcaption>
      {/* biome-ignore lint/a11y/useMediaCaption: what a camera recorded has no captions. */}
      <video src={address} controls playsInline preload="metadata" aria-label={label} onError={onError} />
      {cannotPlay ? <p role="alert">{t('evidence.sharedNoVideo', { channel })}</p> : null}
    </figure>
  )
}
