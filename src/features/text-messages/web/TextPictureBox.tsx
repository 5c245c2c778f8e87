import { IconPhoto, IconPhotoOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import type { TextPicture } from '../contract.ts'
import { fetchPicture } from './client.ts'
import classes from './TextPictureBox.module.css'

/** What is said in the place of a picture that cannot be shown. */
const missing: Readonly<Record<Exclude<TextPicture['state'], 'stored'>, string>> = {
  arriving: 'A picture is on its way',
  unreadable: 'A file that is no picture',
  gone: 'A picture that the carrier deleted',
}

/** A picture of a text. It takes its room before it is there; pressed, it opens in its full size. */
export function TextPictureBox({ picture }: { picture: TextPicture }) {
  const { id, state, width, height } = picture
  if (state !== 'stored') return <Missing sentence={missing[state]} />
  return <Stored id={id} ratio={`${width ?? 1} / ${height ?? 1}`} />
}

function Stored({ id, ratio }: { id: number; ratio: string }) {
  const { address, problem } = usePicture(id)
  if (problem) return <Missing sentence={problem} />
  return (
    <a
      className={classes.box}
      style={{ aspectRatio: ratio }}
      href={address ?? undefined}
      target="_blank"
      rel="noopener"
      aria-label="Open the picture in its full size"
    >
      {address && <img className={classes.image} src={address} alt="" />}
    </a>
  )
}

function Missing({ sentence }: { sentence: string }) {
  const Icon = sentence === missing.arriving ? IconPhoto : IconPhotoOff
  return (
    <p className={classes.missing}>
      <Icon size={16} stroke={1.6} aria-hidden /> {sentence}
    </p>
  )
}

/** A picture while it is shown: where the browser has it, or why it does not. */
export function usePicture(id: number): { address: string | null; problem: string | null } {
  const [picture, setPicture] = useState<{ address: string | null; problem: string | null }>(notYet)
  useEffect(() => {
    const leaving = new AbortController()
    let address: string | null = null
    fetchPicture(id, leaving.signal)
      .then(blob => {
        if (leaving.signal.aborted) return
        address = URL.createObjectURL(blob)
        setPicture({ address, problem: null })
      })
      .catch(error => {
        if (leaving.signal.aborted) return
        setPicture({ address: null, problem: serverSentence(error, 'The picture could not be fetched.') })
      })
    return () => {
      leaving.abort()
      if (address !== null) URL.revokeObjectURL(address)
      setPicture(notYet)
    }
  }, [id])
  return picture
}

const notYet = { address: null, problem: null }
