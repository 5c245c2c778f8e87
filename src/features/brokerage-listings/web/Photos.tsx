import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPhoto, IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { UploadRow } from '../../../platform/ui/forms/UploadRow.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { useFileUploads } from '../../../platform/web/forms/useFileUploads.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { PICTURE_TYPES } from '../../../platform/wire/pictures.ts'
import type { BrokerageListingDetail, BrokeragePhoto } from '../contract.ts'
import { addPhoto, changeListing, forgetPhoto, refusesPhoto, removePhoto } from './client.ts'
import { HomePhoto } from './HomePhoto.tsx'
import classes from './Photos.module.css'

type Photographed = Pick<
  BrokerageListingDetail,
  'id' | 'address' | 'property_type' | 'photos' | 'cover' | 'mls_photo_base' | 'may_change'
>

/** The photos of a home: one large, all below; who may change the home adds, orders and removes them. */
export function Photos({ listing }: { listing: Photographed }) {
  const { id, photos, may_change } = listing
  const [shown, setShown] = useState<number | null>(null)
  const current = photos.find(photo => photo.id === shown) ?? photos[0] ?? null
  const at = current ? photos.indexOf(current) : 0
  const { uploads, send, cancel, retry } = useFileUploads({
    send: (file, options) => addPhoto(id, file, options),
    forget: file => forgetPhoto(id, file),
    refuses: refusesPhoto,
    said: arrived => (arrived === 1 ? 'Photo added.' : `${arrived} photos added.`),
    failed: 'Failed to add photos.',
  })
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
          <AddPhotos onChosen={send} />
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
      {uploads.length > 0 && (
        <ul className={classes.uploads} aria-label="Photos on their way">
          {uploads.map(one => (
            <UploadRow
              key={one.key}
              upload={one}
              icon={<IconPhoto size={18} stroke={1.5} aria-hidden />}
              onCancel={() => cancel(one.key)}
              onRetry={() => retry(one.key)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function AddPhotos({ onChosen }: { onChosen(files: readonly File[]): void }) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPhotoPlus size={15} stroke={1.6} />}
        onClick={() => chooser.current?.click()}
      >
        Add photos
      </Button>
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
          if (files.length > 0) onChosen(files)
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
