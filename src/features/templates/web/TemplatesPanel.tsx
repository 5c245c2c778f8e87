import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FrameActions } from '../../../platform/ui/frame/Frame.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { deleteTemplate, templatesQuery } from './client.ts'
import { EditTemplateDialog } from './EditTemplateDialog.tsx'
import { TemplateList } from './list/TemplateList.tsx'
import { WaitingList } from './list/WaitingList.tsx'
import { NewTemplateDialog, type NewTemplateKind } from './NewTemplateDialog.tsx'
import { allOf, type Shown } from './rules/list.ts'

const kinds: readonly { label: string; kind: NewTemplateKind }[] = [
  { label: 'Text template', kind: { platform: 'text', isDefault: true } },
  { label: 'E-mail template', kind: { platform: 'email', isDefault: true } },
  { label: 'Marketing template', kind: { platform: 'email', isDefault: true, isMarketing: true } },
]

/** The templates of the brokerage, for administrators: each opens in a dialog. */
export function TemplatesPanel() {
  const { data, error, refetch } = useQuery(templatesQuery)
  const [shown, setShown] = useState<Shown>('all')
  const [adding, setAdding] = useState<NewTemplateKind | null>(null)
  const [openId, setOpenId] = useState<number | null>(null)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const templates = data ? allOf(data).filter(({ is_own }) => !is_own) : []
  const open = templates.find(({ id }) => id === openId)
  const close = () => setOpenId(null)
  return (
    <>
      <FrameActions>
        {kinds.map(({ label, kind }) => (
          <Button
            key={label}
            variant="default"
            leftSection={<IconPlus size={15} stroke={1.6} aria-hidden />}
            onClick={() => setAdding(kind)}
          >
            {label}
          </Button>
        ))}
      </FrameActions>
      {data ? (
        <TemplateList templates={templates} openId={openId} shown={shown} onShow={setShown} onOpen={setOpenId} />
      ) : (
        <WaitingList />
      )}
      {adding && <NewTemplateDialog kind={adding} onAdded={() => setAdding(null)} onClose={() => setAdding(null)} />}
      {open && (
        <EditTemplateDialog
          key={open.version}
          template={open}
          onClose={close}
          onDelete={() => {
            close()
            void deleteTemplate(open)
          }}
        />
      )}
    </>
  )
}
