import { IconMailFast } from '@tabler/icons-react'
import { useState } from 'react'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import type { BulkActionProps } from '../../../leads/web/extensions.ts'

const ComposeOneOff = onDemand(async () => (await import('./ComposeOneOff.tsx')).ComposeOneOff)

/** Writes a marketing e-mail to the chosen leads, or to the entire list. */
export function BulkOneOff({ chosen, onDone }: BulkActionProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        <IconMailFast size={15} stroke={1.6} aria-hidden />
        Marketing e-mail
      </button>
      {isOpen && <ComposeOneOff chosen={chosen} onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  )
}
