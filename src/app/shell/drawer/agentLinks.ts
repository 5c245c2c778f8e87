import { type Icon, IconBook, IconCalendarEvent, IconCamera, IconMapSearch, IconWorld } from '@tabler/icons-react'

/** Links of agents to places outside of the CRM; the configuration has their addresses. */
export const agentLinks: readonly { id: string; tooltip: string; icon: Icon }[] = [
  { id: 'broker_network', tooltip: 'Broker Network', icon: IconWorld },
  { id: 'training_calendar', tooltip: 'Training Calendar', icon: IconCalendarEvent },
  { id: 'media_services', tooltip: 'Media Services', icon: IconCamera },
  { id: 'agent_resources', tooltip: 'Agent Resources', icon: IconBook },
  { id: 'precon_worksheet', tooltip: 'Precon Worksheet', icon: IconMapSearch },
]
