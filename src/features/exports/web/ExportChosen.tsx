import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { BulkActionProps } from '../../leads/web/extensions.ts'
import { useSession } from '../../people/web/client/people.ts'
import { ExportDialog } from './ExportDialog.tsx'

/** Exports the chosen leads; for those who may. */
export function ExportChosen({ chosen }: BulkActionProps) {
  const { permissions } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!permissions.includes('export_leads')) return null
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        <IconDownload size={15} stroke={1.6} aria-hidden />
        Export
      </button>
      {isOpen && (
        <ExportDialog
          selection={chosen.selection}
          size={chosen.size}
          isEstimate={chosen.isEntire}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
