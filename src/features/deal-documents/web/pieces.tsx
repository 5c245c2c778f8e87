import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { downloadAll } from './client.ts'

export { DocumentsPanel } from './DocumentsPanel.tsx'
export { RequiredPanel } from './RequiredPanel.tsx'

/** The button that saves all documents of a deal as one file. */
export function AllDocuments({ dealId, isNarrow }: { dealId: number; isNarrow: boolean }) {
  const { run, isPending } = useUndoable(() => ({
    run: () => downloadAll(dealId),
    said: () => null,
  }))
  return (
    <Button
      size="md"
      variant="default"
      leftSection={isNarrow ? null : <IconDownload size={15} stroke={1.6} />}
      loading={isPending}
      aria-label="Download all documents"
      onClick={() => run()}
    >
      {isNarrow ? <IconDownload size={16} stroke={1.6} aria-hidden /> : 'All documents'}
    </Button>
  )
}
