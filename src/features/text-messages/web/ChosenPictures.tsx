import { ActionIcon, FileButton } from '@mantine/core'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { PICTURE_TYPES } from '../../../platform/wire/pictures.ts'
import { MAX_PICTURES, type TextPicture } from '../contract.ts'
import classes from './ChosenPictures.module.css'
import { addPicture } from './client.ts'
import { usePicture } from './TextPictureBox.tsx'

interface ChosenPicturesProps {
  pictures: readonly TextPicture[]
  onRemove(id: number): void
}

/** The pictures that go out with a text, each with a way to leave it out. */
export function ChosenPictures({ pictures, onRemove }: ChosenPicturesProps) {
  if (pictures.length === 0) return null
  return (
    <ul className={classes.chosen} aria-label="Pictures of this text">
      {pictures.map(({ id }, place) => (
        <li key={id} className={classes.picture}>
          <Thumbnail id={id} />
          <ActionIcon
            size="sm"
            variant="filled"
            color="dark"
            className={classes.remove}
            aria-label={`Leave out picture ${place + 1}`}
            onClick={() => onRemove(id)}
          >
            <IconX size={13} stroke={2} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}

function Thumbnail({ id }: { id: number }) {
  const { address } = usePicture(id)
  return address && <img className={classes.thumbnail} src={address} alt="" />
}

interface AddPictureProps {
  count: number
  isAdding: boolean
  onFiles(files: readonly File[]): void
}

/** Chooses pictures from the device. */
export function AddPictureButton({ count, isAdding, onFiles }: AddPictureProps) {
  const isFull = count >= MAX_PICTURES
  const reset = useRef<() => void>(null)
  return (
    <FileButton
      accept={PICTURE_TYPES.join(',')}
      multiple
      resetRef={reset}
      inputProps={{ 'aria-label': 'Pictures' }}
      onChange={files => {
        onFiles(files)
        // The same picture may be chosen again after it was left out.
        reset.current?.()
      }}
    >
      {props => (
        <ActionIcon
          {...props}
          size="md"
          loading={isAdding}
          disabled={isFull}
          aria-label="Add a picture"
          title={isFull ? `A text has at most ${MAX_PICTURES} pictures.` : 'Add a picture'}
        >
          <IconPhotoPlus size={16} stroke={1.6} />
        </ActionIcon>
      )}
    </FileButton>
  )
}

/** Adds pictures to what is being written to a lead, one after the other; what is refused is said. */
export function useAddPictures(leadId: number, onAdded: (picture: TextPicture) => void) {
  const [isAdding, setAdding] = useState(false)
  const add = async (files: readonly File[], room: number) => {
    setAdding(true)
    for (const file of files.slice(0, room)) {
      try {
        onAdded(await addPicture(leadId, file))
      } catch (error) {
        notifyFailure(serverSentence(error, 'The picture could not be added.'))
      }
    }
    if (files.length > room) notifyFailure(`A text has at most ${MAX_PICTURES} pictures.`)
    setAdding(false)
  }
  return { isAdding, add }
}
