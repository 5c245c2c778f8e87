import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import classes from './Gallery.module.css'
import { ListingPicture } from './ListingPicture.tsx'

interface GalleryProps {
  base: string | null
  /** What is said of each photo, in their order. */
  captions: readonly string[]
  /** Where the home is. */
  address: string
  kind: string
}

/** The photos of a home, one at a time: by swiping, by arrow keys, by buttons, or by choosing one below. */
export function Gallery({ base, captions, address, kind }: GalleryProps) {
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const count = Math.max(1, captions.length)
  const show = (index: number) => {
    const wanted = Math.min(count - 1, Math.max(0, index))
    strip.current?.scrollTo({ left: wanted * strip.current.clientWidth })
    setAt(wanted)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -count, End: count }[event.key]
    if (step === undefined) return
    event.preventDefault()
    show(at + step)
  }
  return (
    <section className={classes.gallery} aria-label="Photos" aria-roledescription="carousel" onKeyDown={onKeyDown}>
      <ul
        ref={strip}
        className={classes.strip}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        aria-label={`Photo ${at + 1} of ${count}`}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setAt(Math.round(scrollLeft / Math.max(1, clientWidth)))
        }
      >
        {Array.from({ length: count }, (_, index) => (
          <li key={captions[index] ?? index} aria-hidden={index !== at}>
            <ListingPicture
              base={base}
              n={index + 1}
              alt={`${captions[index] || `Photo ${index + 1}`}, ${address}`}
              kind={kind}
              sizes="(max-width: 900px) 100vw, 720px"
              isFirst={index === 0}
            />
          </li>
        ))}
      </ul>
      {count > 1 && (
        <>
          <ActionIcon
            className={classes.before}
            variant="default"
            aria-label="Photo before"
            disabled={at === 0}
            onClick={() => show(at - 1)}
          >
            <IconChevronLeft size={18} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            className={classes.after}
            variant="default"
            aria-label="Next photo"
            disabled={at === count - 1}
            onClick={() => show(at + 1)}
          >
            <IconChevronRight size={18} stroke={1.6} />
          </ActionIcon>
          <output className={classes.count}>
            {at + 1} / {count}
            {captions[at] ? ` · ${captions[at]}` : ''}
          </output>
          <div className={classes.thumbs}>
            {captions.map((caption, index) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: photos have no name but their number
                key={index}
                type="button"
                aria-label={`Show photo ${index + 1}${caption ? `: ${caption}` : ''}`}
                aria-pressed={index === at}
                onClick={() => show(index)}
              >
                <ListingPicture base={base} n={index + 1} alt="" kind={kind} sizes="96px" />
              </button>
            ))}
          </div>
        </>
      )}
    </section>
  )
}
