import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { UploadProgress } from '../../../platform/ui/forms/UploadProgress.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { useUpload } from '../../../platform/web/forms/useUpload.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import { PICTURE_TYPES } from '../../../platform/wire/pictures.ts'
import type { BrokerageListingDetail, BrokeragePhoto } from '../contract.ts'
import { addPhotos, changeListing, removePhoto } from './client.ts'
import { HomePhoto } from './HomePhoto.tsx'
import classes from './Photos.module.css'

/** The photos of a home: one large, all below; who may change the home adds, orders and removes them. */
export function Photos({ listing }: { listing: BrokerageListingDetail }) {
  const { id, photos, may_change } = listing
  const [shown, setShown] = useState<number | null>(null)
  const current = photos.find(photo => photo.id === shown) ?? photos[0] ?? null
  const at = current ? photos.indexOf(current) : 0
  const onError = (error: unknown) => void notifyFailure(sentenceOf(error))
  const order = useMutation({ mutationFn: (ids: number[]) => changeListing(id, { photo_ids: ids }), onError })
  const move = (photo: BrokeragePhoto, step: number) => {
    const ids = photos.map(one => one.id).filter(one => one !== photo.id)
    ids.splice(Math.max(0, at + step), 0, photo.id)
    order.mutate(ids)
  }
  return (
    <div className={classes.photos}>
      <div className={classes.large}>
        <HomePhoto
          listing={listing}
          photo={current}
          alt={`Photo ${at + 1}, ${listing.address}`}
          sizes="608px"
          isFirst
        />
        {current && <output className={classes.counter}>{`${at + 1} of ${photos.length}`}</output>}
        {!current && listing.mls_photo_base && <span className={classes.counter}>Photo of the listing service</span>}
      </div>
      {photos.length > 1 && (
        <ul className={classes.thumbs} aria-label="Photos">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <button
                type="button"
                aria-label={`Show photo ${index + 1}`}
                aria-pressed={photo === current}
                onClick={() => setShown(photo.id)}
              >
                <HomePhoto listing={listing} photo={photo} alt="" sizes="112px" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {may_change && (
        <div className={classes.photoActions}>
          <AddPhotos id={id} />
          {current && photos.length > 1 && (
            <>
              <ActionIcon
                variant="default"
                aria-label="Move the photo forward"
                disabled={at === 0 || order.isPending}
                onClick={() => move(current, -1)}
              >
                <IconChevronLeft size={16} stroke={1.6} />
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label="Move the photo back"
                disabled={at === photos.length - 1 || order.isPending}
                onClick={() => move(current, 1)}
              >
                <IconChevronRight size={16} stroke={1.6} />
              </ActionIcon>
              {at > 0 && (
                <Button variant="subtle" size="compact-sm" onClick={() => move(current, -at)}>
                  Make it the cover
                </Button>
              )}
            </>
          )}
          {current && <RemovePhoto id={id} photo={current} />}
        </div>
      )}
    </div>
  )
}

function AddPhotos({ id }: { id: number }) {
  const chooser = useRef<HTMLInputElement>(null)
  const { share, start, cancel } = useUpload({
    send: (files: readonly File[], options) => addPhotos(id, files, options),
    onSent: (_saved, files) => void notify(files.length === 1 ? 'Photo added.' : `${files.length} photos added.`),
    onFailed: error => void notifyFailure(sentenceOf(error)),
  })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        disabled={share !== null}
        leftSection={<IconPhotoPlus size={15} stroke={1.6} />}
        onClick={() => chooser.current?.click()}
      >
        Add photos
      </Button>
      {share !== null && <UploadProgress share={share} label="Upload of photos" onCancel={cancel} />}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={PICTURE_TYPES.join(',')}
        aria-label="Add photos"
        onChange={event => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          if (files.length > 0) start(files)
        }}
      />
    </>
  )
}

function RemovePhoto({ id, photo }: { id: number; photo: BrokeragePhoto }) {
  const { isPending, mutate } = useMutation({
    mutationFn: () => removePhoto(id, photo.id),
    onError: error => void notifyFailure(sentenceOf(error)),
  })
  const ask = async () => {
    const isSure = await confirm({
      title: 'Remove this photo?',
      message: 'It is taken off the listing.',
      destructive: true,
    })
    if (isSure) mutate()
  }
  return (
    <ActionIcon variant="default" aria-label="Remove the photo" loading={isPending} onClick={() => void ask()}>
      <IconTrash size={15} stroke={1.6} />
    </ActionIcon>
  )
}
