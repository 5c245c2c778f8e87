import { defineFeature } from '../../../platform/server/feature.ts'
import { placesCalls } from '../contract.ts'
import { placesHandlers } from './handlers.ts'
import { moveArea, moveAreaBack, purgeAreaMerges } from './jobs.ts'
import { areaNames } from './queries/areas.ts'
import { siteNames } from './queries/sites.ts'

/** What the server runs of this feature. */
export const placesFeature = defineFeature({
  name: 'places',
  calls: placesCalls,
  handlers: placesHandlers,
  jobs: [moveArea, moveAreaBack, purgeAreaMerges],
  audit: {
    sentences: {
      addArea: 'added the area {area}',
      changeArea: 'changed the area {area}',
      retireArea: 'changed whether the area {area} is offered',
      mergeArea: 'merged the area {text name} into {text other}',
      undoMerge: 'undid the merge of the area {text name} into {text other}',
      addAreas: 'added areas from a list',
      addSite: 'added the site {site}',
      changeSite: 'changed the site {site}',
      retireSite: 'changed whether the site {site} is offered',
    },
    names: { area: areaNames, site: siteNames },
  },
})
