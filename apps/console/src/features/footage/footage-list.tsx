import type { FootageAction, FootageTask } from '@fleetglass/contract/footage'
import { useDevice, useDeviceLabel } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { bytesText } from '../../platform/units/index.ts'
import { Icon, Loading, VirtualList } from '../../ui/index.ts'
import { useFootage, useFootageAction, useFootageFile } from './footage.queries.ts'

const rowPx = 96

/** The requests and their progress. */
export function FootageList() {
  const t = useText()
  const { data, isError } = useFootage()
  return (
    <section className="footage-list" aria-label={t('footage.list')}>
      <h3>{t('footage.list')}</h3>
      {data === undefined && !isError ? <Loading label={t('page.loading')} /> : null}
      {data === undefined && isError ? <p role="alert">{t('footage.listFailed')}</p> : null}
      {data?.length === 0 ? <p className="muted">{t('footage.empty')}</p> : null}
      {data !== undefined && data.length > 0 ? (
        <VirtualList
          className="footage-tasks"
          items={data}
          keyOf={({ id }) => String(id)}
          heightPx={() => rowPx}
          entry={(task) => <Task task={task} />}
        />
      ) : null}
    </section>
  )
}

function Task({ task }: { readonly task: FootageTask }) {
  const t = useText()
  const { deviceid, start, end, state, way, reason, percent, bytes } = task
  const known = useDevice(deviceid)
  const device = useDeviceLabel(known ?? { deviceId: deviceid })
  return (
    <div className="footage-task" data-state={state}>
      <div className="footage-what">
        <strong dir="auto">{device}</strong>
        <span className="muted num" dir="ltr">
          {localTimeText(start)} – {localTimeText(end).slice(11)}
        </span>
      </div>
      <div className="footage-how">
        <span className="footage-state">{t(`footage.state.${state}`)}</span>
        {way === 'file' ? <small className="muted">{t('footage.asFile')}</small> : null}
        <small className="muted" dir="auto" title={reason}>
          {reason}
        </small>
        <span className="num">{bytes > 0 ? bytesText(bytes) : ''}</span>
      </div>
      <progress max={100} value={percent} aria-label={t('footage.progress', { device })} />
      <Buttons task={task} device={device} />
    </div>
  )
}

function Buttons({ task, device }: { readonly task: FootageTask; readonly device: string }) {
  const t = useText()
  const { mutate } = useFootageAction()
  const load = useFootageFile()
  const act = (action: FootageAction): void => mutate({ task, action })
  const { state, files } = task
  return (
    <div className="footage-buttons">
      {files.map((channel) => (
        <button
          key={channel}
          type="button"
          className="icon-button footage-file"
          aria-label={t('footage.download', { channel, device })}
          title={t('footage.download', { channel, device })}
          onClick={() => load(task, channel)}
        >
          <Icon name="download" size={16} />
          <small className="num">{channel}</small>
        </button>
      ))}
      {state === 'queued' || state === 'running' ? (
        <Act icon="pause" label={t('footage.pause', { device })} onClick={() => act('pause')} />
      ) : null}
      {state === 'paused' ? (
        <Act icon="play" label={t('footage.resume', { device })} onClick={() => act('resume')} />
      ) : null}
      {state === 'failed' ? (
        <Act icon="play" label={t('footage.retry', { device })} onClick={() => act('resume')} />
      ) : null}
      <Act icon="close" label={t('footage.cancel', { device })} onClick={() => act('cancel')} />
    </div>
  )
}

function Act(props: {
  readonly icon: 'pause' | 'play' | 'close'
  readonly label: string
  readonly onClick: () => void
}) {
  return (
    <button type="button" className="icon-button" aria-label={props.label} title={props.label} onClick={props.onClick}>
      <Icon name={props.icon} size={16} />
    </button>
  )
}
