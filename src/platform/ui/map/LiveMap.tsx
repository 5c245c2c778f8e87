import 'maplibre-gl/dist/maplibre-gl.css'
import { useComputedColorScheme, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { HomeMapProps, InRegion } from './homes.ts'
import { type ShownMap, showLiveMap } from './liveMap.ts'
import classes from './Map.module.css'

/** A list of more than this is no help to anybody. */
const MAX_NAMED = 50

/** A map to move; what it shows stands beside it in words. */
export interface LiveMapProps extends InRegion<HomeMapProps> {
  onFailure(): void
}

export function LiveMap({ region, points, label, height, hasArea = false, onFailure }: LiveMapProps) {
  const element = useRef<HTMLDivElement>(null)
  const map = useRef<ShownMap>(null)
  const failed = useRef(onFailure)
  const scheme = useComputedColorScheme('light')
  useEffect(() => {
    if (!element.current) return
    try {
      map.current = showLiveMap(element.current, { region, points, hasArea, onFailure: failed.current })
    } catch {
      failed.current()
    }
    return () => map.current?.remove()
  }, [region, points, hasArea])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours follow the scheme
  useEffect(() => map.current?.recolour(), [scheme])
  const named = points.filter(({ title }) => title)
  return (
    <section aria-label={label}>
      <div ref={element} className={classes.map} style={{ height }} />
      <VisuallyHidden>
        <ul>
          {named.slice(0, MAX_NAMED).map(({ title, label: price, href, lat, lng }) => (
            <li key={`${title} ${lat} ${lng}`}>
              {href ? <a href={href}>{title}</a> : title}
              {price ? `, ${price}` : ''}
            </li>
          ))}
          {named.length > MAX_NAMED && <li>and {named.length - MAX_NAMED} more</li>}
        </ul>
      </VisuallyHidden>
    </section>
  )
}
