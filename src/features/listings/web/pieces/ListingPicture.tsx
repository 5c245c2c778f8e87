import { useState } from 'react'
import { photoPath, photoWidths } from '../../rules.ts'
import classes from './ListingPicture.module.css'

interface ListingPictureProps {
  /** Address of the home's photos; `null` when it has none. */
  base: string | null
  /** Which of them, from 1. */
  n?: number
  /** What it shows; empty where the words beside it say so already. */
  alt: string
  /** What kind of home is drawn where there is no photo. */
  kind?: string | undefined
  /** How wide it stands on the screen, as an image's `sizes` say it. */
  sizes: string
  /** Whether it is what the screen is about, and worth fetching first. */
  isFirst?: boolean
}

/** A photo of a home, or a drawing of one while there is none. It has its place before it has come: nothing moves. */
export function ListingPicture({ base, n = 1, alt, kind, sizes, isFirst = false }: ListingPictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const own = base?.startsWith('/photos/') ?? false
  if (!base || failed === `${base}/${n}`) return <Drawing alt={alt} kind={kind} />
  return (
    <img
      className={classes.picture}
      src={own ? photoPath(base, n, 640) : base}
      {...(own ? { srcSet: photoWidths.map(width => `${photoPath(base, n, width)} ${width}w`).join(', '), sizes } : {})}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onError={() => setFailed(`${base}/${n}`)}
    />
  )
}

const isTower = (kind = '') => /apartment|condo apt|loft/i.test(kind)
const rows = [0, 1, 2, 3, 4, 5]

function Drawing({ alt, kind }: { alt: string; kind: string | undefined }) {
  return (
    <svg
      className={classes.picture}
      viewBox="0 0 240 160"
      preserveAspectRatio="xMidYMax slice"
      role="img"
      aria-label={alt}
      aria-hidden={alt === ''}
    >
      {isTower(kind) ? (
        <>
          <rect className={classes.deep} x="86" y="28" width="46" height="132" />
          <rect className={classes.pale} x="124" y="68" width="38" height="92" />
          {rows.map(row => (
            <path key={row} className={classes.panes} d={`M93 ${40 + row * 18}h8v8h-8zm12 0h8v8h-8zm12 0h8v8h-8z`} />
          ))}
        </>
      ) : (
        <>
          <path className={classes.middle} d="M76 92L120 52L164 92V160H76Z" />
          <path className={classes.panes} d="M90 102h18v16h-18zM132 102h18v16h-18z" />
          <path className={classes.dark} d="M111 128h18v32h-18z" />
        </>
      )}
    </svg>
  )
}
