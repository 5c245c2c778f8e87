import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { copyText } from '../../../platform/web/page/notices.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import type { IntakeSource } from '../contract/sources.ts'
import classes from './Intake.module.css'
import { exampleOf, usageOf } from './rules/usage.ts'

/** A key while it can still be read. */
export interface NewKey {
  source: Pick<IntakeSource, 'id' | 'kind' | 'name'>
  key: string
}

/** A new key, shown this once, with a request to try it. */
export function KeyDialog({ given, onClose }: { given: NewKey; onClose(): void }) {
  const isWide = useIsWide()
  return (
    <Dialog opened onClose={onClose} title={`Key of ${given.source.name}`} fullScreen={!isWide} size={560}>
      <p className={classes.hint}>
        Copy it now: it can’t be shown again. A key that it replaces stays valid for a week.
      </p>
      <p className={classes.keyLine}>
        <code>{given.key}</code>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconCopy size={15} stroke={1.6} />}
          onClick={() => void copyText(given.key)}
        >
          Copy key
        </Button>
      </p>
      <p className={classes.hint}>{usageOf(given.source.kind)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className={classes.example} tabIndex={0}>
        {exampleOf(given, window.location.origin)}
      </pre>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => void copyText(exampleOf(given, window.location.origin))}>
          Copy example
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}
