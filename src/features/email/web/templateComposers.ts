import type { TemplateComposer } from '../../templates/web/extensions.ts'
import { openEmail } from './client/compose.ts'

export const templateComposers: readonly TemplateComposer[] = [
  {
    id: 'email',
    order: 10,
    platform: 'email',
    open: ({ id }) => openEmail({ lead: null, defaultTemplateId: id }),
  },
]
