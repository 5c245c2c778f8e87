import type { NewTemplateKind } from '../NewTemplateDialog.tsx'

/** Texts to begin with, for people who have no templates yet. */
export const suggestions: readonly Required<Pick<NewTemplateKind, 'platform' | 'begin'>>[] = [
  {
    platform: 'text',
    begin: {
      name: 'First hello',
      subject: '',
      content:
        'Good {{time_of_day}} {{lead_first_name}}, this is {{agent_first_name}} from {{site_name}}. You were looking at homes in {{lead_area}}. Is now a good time for a quick question?',
    },
  },
  {
    platform: 'text',
    begin: {
      name: 'Missed your call',
      subject: '',
      content:
        'Hi {{lead_first_name}}, sorry I missed you. When may I call you back? {{agent_first_name}}, {{agent_phone}}',
    },
  },
  {
    platform: 'text',
    begin: {
      name: 'Running late',
      subject: '',
      content: 'Hi {{lead_first_name}}, I am on my way and about 10 minutes late. See you soon, {{agent_first_name}}',
    },
  },
]
