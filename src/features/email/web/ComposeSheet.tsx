import { SegmentedControl } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import segments from '../../../platform/ui/Segments.module.css'
import { useIsWide } from '../../../platform/web/viewport.ts'
import classes from './Compose.module.css'

interface ComposeSheetProps {
  title: string
  /** Under the title. */
  standing: ReactNode
  /** Before the title: whom it is for. */
  mark: ReactNode
  form: { failure: string | null; submit(event?: FormEvent): Promise<void> }
  maySubmit: boolean
  size: number
  writing: ReactNode
  reading: ReactNode
  /** What the second tab of phones is called. */
  readingLabel: string
  foot: ReactNode
  onClose(): void
}

/** What is written, with what comes of it beside; on phones one at a time. */
export function ComposeSheet(props: ComposeSheetProps) {
  const { title, standing, mark, form, maySubmit, size, writing, reading, readingLabel, foot, onClose } = props
  const isWide = useIsWide()
  const [part, setPart] = useState('write')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    event.stopPropagation()
    if (maySubmit) void form.submit()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      fullScreen={!isWide}
      size={size}
      yOffset="6vh"
      classNames={{ header: classes.header ?? '', title: classes.title ?? '', body: classes.body ?? '' }}
      title={
        <span className={classes.head}>
          {mark}
          <span className={classes.names}>
            {title}
            <span className={classes.standing}>{standing}</span>
          </span>
        </span>
      }
    >
      <form
        className={classes.form}
        aria-label={title}
        onSubmit={event => {
          event.preventDefault()
          if (maySubmit) void form.submit()
        }}
        onKeyDownCapture={onKeyDown}
      >
        {!isWide && (
          <SegmentedControl
            className={classes.parts}
            classNames={segments}
            fullWidth
            value={part}
            onChange={setPart}
            data={[
              { value: 'write', label: 'Write' },
              { value: 'read', label: readingLabel },
            ]}
          />
        )}
        <div className={classes.halves}>
          <div className={classes.writing} hidden={!isWide && part !== 'write'}>
            {writing}
          </div>
          <div className={classes.reading} hidden={!isWide && part !== 'read'}>
            {reading}
          </div>
        </div>
        {form.failure !== null && (
          <p className={classes.failure} role="alert">
            {form.failure}
          </p>
        )}
        <footer className={classes.foot}>{foot}</footer>
      </form>
    </Dialog>
  )
}
