import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import type { BulkActionProps } from '../../leads/web/extensions.ts'

const ComposeMany = onDemand(async () => (await import('./ComposeMany.tsx')).ComposeMany)

/** Writes one e-mail to the chosen leads. */
export function BulkEmail({ chosen, onDone }: BulkActionProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        <IconMail size={15} stroke={1.6} aria-hidden />
        E-mail
      </button>
      {isOpen && <ComposeMany chosen={chosen} onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  )
}
