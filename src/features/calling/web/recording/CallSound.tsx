import { IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import type { Milestone } from '../../../milestones/contract.ts'
import type { CallRecording } from '../../contract.ts'
import { type RecordingState, talkTime } from '../../rules.ts'
import { callsOfLeadQuery, fetchSound } from '../client/calls.ts'
import classes from './CallSound.module.css'

/** What can be heard of a call, played where it stands on the timeline. */
export function CallSound({ milestone }: { milestone: Milestone }) {
  const id = Number(milestone.call?.call_id)
  const { data } = useQuery(callsOfLeadQuery(milestone.lead_id))
  const recording = data?.data.find(call => call.id === id)?.recording
  return recording ? <Sound id={id} recording={recording} /> : null
}

/** What is said of a recording that cannot be heard. */
const silent: Readonly<Partial<Record<RecordingState, string>>> = {
  starting: 'Being recorded',
  recording: 'Being recorded',
  paused: 'Recording paused',
  arriving: 'The recording is on its way',
  failed: 'The recording could not be stored',
  refused: 'Not recorded: they did not want it',
  removed: 'The recording was deleted, as set by the administrators',
}

function Sound({ id, recording: { kind, state, seconds } }: { id: number; recording: CallRecording }) {
  const [address, setAddress] = useState<string | null>(null)
  const [isFetching, setFetching] = useState(false)
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  const what = kind === 'voicemail' ? 'voicemail' : 'recording'
  if (state !== 'stored') return <p className={classes.silent}>{silent[state]}</p>
  const play = async () => {
    setFetching(true)
    try {
      setAddress(URL.createObjectURL(await fetchSound(id)))
    } catch (error) {
      notifyFailure(serverSentence(error, `The ${what} could not be fetched.`))
    } finally {
      setFetching(false)
    }
  }
  if (address === null)
    return (
      <button type="button" className={classes.play} disabled={isFetching} onClick={() => void play()}>
        <IconPlayerPlay size={14} stroke={1.6} aria-hidden />
        {isFetching ? 'Loading...' : `Play ${what}`}
        {seconds !== null && <span>{talkTime(seconds)}</span>}
      </button>
    )
  return (
    <div className={classes.player}>
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has written down what is said in a call */}
      <audio controls autoPlay src={address} aria-label={`The ${what} of this call`} />
      <button type="button" className={classes.close} aria-label={`Close the ${what}`} onClick={() => setAddress(null)}>
        <IconX size={14} stroke={1.6} aria-hidden />
      </button>
    </div>
  )
}
