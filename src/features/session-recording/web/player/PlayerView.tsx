import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconFile, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { usePageNames } from '../../../../platform/web/page/pageNames.ts'
import { fullTime } from '../../../../platform/web/time/time.ts'
import type { Viewing } from '../../contract.ts'
import { clockText, lengthOf } from '../wording.ts'
import classes from './Player.module.css'
import { usePlayback } from './usePlayback.ts'

/** Plays a recording, with what happened in it beside the picture. */
export function PlayerView({ viewing }: { viewing: Viewing }) {
  const { person, by, started_at } = viewing
  const { root, state, playback } = usePlayback(viewing)
  return (
    <div className={classes.page} data-fills>
      <header className={classes.head}>
        <h1>{person.name}</h1>
        <p>
          {fullTime(started_at)}
          {by && ` · while ${by.name} was logged in as them`}
        </p>
      </header>
      <div className={classes.body}>
        <div className={classes.screen}>
          <div ref={root} className={classes.root} data-private />
          {state.error !== null && (
            <div className={classes.stopped}>
              <ErrorState error={state.error}>The recording stops here.</ErrorState>
            </div>
          )}
        </div>
        <Marks viewing={viewing} at={state.at} onSeek={to => playback?.seek(to)} />
      </div>
      <div className={classes.controls}>
        <ActionIcon
          size="lg"
          variant="default"
          aria-label={state.isPlaying ? 'Pause' : 'Play'}
          disabled={state.error !== null}
          onClick={() => (state.isPlaying ? playback?.pause() : playback?.play())}
        >
          {state.isPlaying ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
        </ActionIcon>
        <input
          type="range"
          className={classes.place}
          aria-label="Place in the recording"
          aria-valuetext={clockText(state.at)}
          min={0}
          max={lengthIn(viewing)}
          step={100}
          value={state.at}
          onChange={event => playback?.seek(Number(event.currentTarget.value))}
        />
        <output className={classes.clock}>
          {clockText(state.at)} / {lengthOf(viewing)}
        </output>
        <SegmentedControl
          size="xs"
          aria-label="Speed"
          defaultValue="1"
          data={['1', '2', '4', '8'].map(value => ({ value, label: `${value}×` }))}
          onChange={value => playback?.setSpeed(Number(value))}
        />
      </div>
    </div>
  )
}

const lengthIn = ({ started_at, ended_at }: Viewing): number =>
  new Date(ended_at).getTime() - new Date(started_at).getTime()

/** Pages that were opened and errors that were met; each leads to its place. */
function Marks({ viewing, at, onSeek }: { viewing: Viewing; at: number; onSeek(to: number): void }) {
  const begins = new Date(viewing.started_at).getTime()
  const nameOf = usePageNames()
  return (
    <section className={classes.marks} aria-label="What happened">
      <h2>What happened</h2>
      {viewing.marks.length === 0 && <p className={classes.none}>No page was opened, and no error met.</p>}
      <ol>
        {viewing.marks.map(mark => (
          <li key={`${mark.at} ${mark.text}`}>
            <button
              type="button"
              data-kind={mark.kind}
              data-past={mark.at - begins <= at || undefined}
              onClick={() => onSeek(mark.at - begins)}
            >
              {mark.kind === 'error' ? <IconAlertTriangle size={15} /> : <IconFile size={15} stroke={1.6} />}
              <span title={mark.kind === 'page' ? mark.text : undefined}>
                {mark.kind === 'error' ? `Error: ${mark.text.replaceAll('_', ' ')}` : nameOf(mark.text)}
              </span>
              <time>{clockText(mark.at - begins)}</time>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
