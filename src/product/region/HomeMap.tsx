import { IconArrowsDiagonal } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Dialog } from '../../platform/ui/dialogs/Dialog.tsx'
import type { HomeMapProps } from '../../platform/ui/map/homes.ts'
import type { LiveMapProps } from '../../platform/ui/map/LiveMap.tsx'
import classes from '../../platform/ui/map/Map.module.css'
import { onDemand } from '../../platform/ui/onDemand.tsx'
import { useIsWide } from '../../platform/web/viewport.ts'

const StillMap = onDemand<HomeMapProps>(
  async () => {
    const [{ StillMap }, { mapRegion }] = await Promise.all([
      import('../../platform/ui/map/StillMap.tsx'),
      import('./map.ts'),
    ])
    return props => <StillMap region={mapRegion} {...props} />
  },
  ({ height }) => <div className={classes.map} style={{ height }} />,
)

// Large, so that it is fetched only by those who move a map.
const LiveMap = lazy(async () => {
  const [{ LiveMap }, { mapRegion }] = await Promise.all([
    import('../../platform/ui/map/LiveMap.tsx'),
    import('./map.ts'),
  ])
  return { default: (props: Omit<LiveMapProps, 'region'>) => <LiveMap region={mapRegion} {...props} /> }
})

const OPEN_HEIGHT = 560

/** Where homes are. A picture of the map that opens the map itself, or the map at once. */
export function HomeMap(props: HomeMapProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (props.isLive) return <Moving {...props} />
  return (
    <>
      <button
        type="button"
        className={classes.opener}
        aria-label={`Open the map. ${props.label}`}
        onClick={() => setIsOpen(true)}
      >
        <StillMap {...props} />
        <span className={classes.open}>
          <IconArrowsDiagonal size={14} stroke={1.6} aria-hidden />
        </span>
      </button>
      {isOpen && <OpenMap {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function OpenMap({ onClose, ...props }: HomeMapProps & { onClose(): void }) {
  const wide = useIsWide()
  return (
    <Dialog opened onClose={onClose} title="Map" size={960} fullScreen={!wide}>
      <p className={classes.text}>{props.label}</p>
      <Moving {...props} height={wide ? OPEN_HEIGHT : Math.max(280, window.innerHeight - 150)} />
    </Dialog>
  )
}

/** The picture stands until the map is there, and instead of it where a browser cannot draw one. */
function Moving(props: HomeMapProps) {
  const [isDrawable, setIsDrawable] = useState(canDrawMaps)
  const still = <StillMap {...props} />
  if (!isDrawable) return still
  return (
    <Suspense fallback={still}>
      <LiveMap {...props} onFailure={() => setIsDrawable(false)} />
    </Suspense>
  )
}

function canDrawMaps(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null
}
