import {
  type Icon,
  IconArrowBackUp,
  IconBell,
  IconBuilding,
  IconCalendarEvent,
  IconCrane,
  IconFileDollar,
  IconFlame,
  IconHeart,
  IconMessageCircle,
  IconRefresh,
} from '@tabler/icons-react'
import { opportunityType } from '../../features/opportunities/rules/opportunityTypes.ts'
import type { Hue } from '../../platform/ui/theme/tokens.ts'

interface Look {
  Icon: Icon
  hue: Hue
}

const looks: Readonly<Record<number, Look>> = {
  [opportunityType.favourite]: { Icon: IconHeart, hue: 'red' },
  [opportunityType.backToSite]: { Icon: IconArrowBackUp, hue: 'blue' },
  [opportunityType.highInterest]: { Icon: IconFlame, hue: 'pink' },
  [opportunityType.listingAlert]: { Icon: IconBell, hue: 'moss' },
  [opportunityType.buildingAlert]: { Icon: IconBuilding, hue: 'cyan' },
  [opportunityType.reactivated]: { Icon: IconRefresh, hue: 'amber' },
  [opportunityType.offerRequested]: { Icon: IconFileDollar, hue: 'violet' },
  [opportunityType.preconForm]: { Icon: IconCrane, hue: 'indigo' },
  [opportunityType.viewingRequest]: { Icon: IconCalendarEvent, hue: 'orange' },
  [opportunityType.contactRequest]: { Icon: IconMessageCircle, hue: 'green' },
}

/** The mark of a type of opportunity. */
export const lookOf = (type: number): Look => looks[type] ?? { Icon: IconFlame, hue: 'blue' }
