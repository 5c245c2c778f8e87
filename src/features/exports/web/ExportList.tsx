import { ActionIcon, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { leadCountQuery } from '../../leads/web/client/leads.ts'
import type { ListActionProps } from '../../leads/web/extensions.ts'
import { useSession } from '../../people/web/client/people.ts'
import { ExportDialog } from './ExportDialog.tsx'

/** Exports everything that the list shows; for those who may. */
export function ExportList({ question, isNarrow }: ListActionProps) {
  const { permissions } = useSession()
  const [isOpen, setOpen] = useState(false)
  const { list, filters, sort } = question
  const counted = useQuery({ ...leadCountQuery(list, filters), enabled: isOpen }).data
  if (!permissions.includes('export_leads')) return null
  const icon = <IconDownload size={isNarrow ? 18 : 15} stroke={1.6} />
  return (
    <>
      {isNarrow ? (
        <ActionIcon size="md" aria-label="Export" onClick={() => setOpen(true)}>
          {icon}
        </ActionIcon>
      ) : (
        <Button variant="subtle" leftSection={icon} onClick={() => setOpen(true)}>
          Export
        </Button>
      )}
      {isOpen && counted && (
        <ExportDialog
          selection={{ ...filters, all: true, tab: list, sort, expected: counted.count }}
          size={counted.count}
          isEstimate={counted.is_estimate}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
