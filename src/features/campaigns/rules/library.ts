import { homeLibrary } from './libraryHome.ts'
import type { CampaignModel } from './libraryModel.ts'
import { nurtureLibrary } from './libraryNurture.ts'

/** Campaigns to start from, written for real estate and for Canada's rules about messages. */
export const library: readonly CampaignModel[] = [...homeLibrary, ...nurtureLibrary]
