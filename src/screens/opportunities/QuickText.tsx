import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { leadName } from '../../features/leads/web/pieces/wording.ts'
import type { Opportunity } from '../../features/opportunities/contract.ts'
import { fillTemplate, parseTemplate } from '../../features/templates/rules/placeholders.ts'
import { templatesQuery, valuesQuery } from '../../features/templates/web/client.ts'
import { TextComposer } from '../../features/text-messages/web/pieces.tsx'
import { Dialog } from '../../platform/ui/dialogs/Dialog.tsx'

/** Texts the lead of an opportunity, beginning with the template of its type. */
export function QuickText({ opportunity, onClose }: { opportunity: Opportunity; onClose(): void }) {
  const { user, opportunity_type, description } = opportunity
  const { data: lists } = useQuery(templatesQuery)
  const { data: values } = useQuery(valuesQuery(user.id))
  const [begin, setBegin] = useState<{ body: string } | null>(null)
  const template = lists?.defaultText.find(({ id }) => id === opportunity_type.default_message_template_id)
  useEffect(() => {
    // Once: what somebody typed meanwhile is theirs.
    if (template && values) setBegin(known => known ?? { body: fillTemplate(parseTemplate(template.content), values) })
  }, [template, values])
  return (
    <Dialog opened onClose={onClose} title={`Text ${leadName(user)}`} size={560}>
      <TextComposer leadId={user.id} again={begin} place="dialog" above={<p>{description}</p>} />
    </Dialog>
  )
}
