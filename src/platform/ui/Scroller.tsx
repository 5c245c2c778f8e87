import { ScrollArea } from '@mantine/core'
import type { ComponentPropsWithRef, CSSProperties } from 'react'
import classes from './Scroller.module.css'

const parts = {
  root: classes.root ?? '',
  viewport: classes.viewport ?? '',
  content: classes.content ?? '',
  scrollbar: classes.bar ?? '',
  thumb: classes.thumb ?? '',
}

interface ScrollerProps extends Omit<ComponentPropsWithRef<'div'>, 'style'> {
  /** Of the element around what scrolls: it says how large the scroller is. */
  className?: string | undefined
  style?: CSSProperties & Record<`--${string}`, string>
}

/**
 * Scrolls up and down under a scrollbar that lies over its content: lines, bands and what is pointed at reach to the edge,
 * and nothing moves when there is more than fits. All other attributes are those of the element that scrolls.
 */
export function Scroller({ className, style, ref, children, ...viewport }: ScrollerProps) {
  return (
    <ScrollArea
      className={className}
      style={style}
      classNames={parts}
      scrollbars="y"
      scrollbarSize={11}
      viewportRef={ref}
      viewportProps={viewport}
    >
      {children}
    </ScrollArea>
  )
}
