import { setRegion } from '../platform/web/region.ts'
import { region } from '../product/region/region.ts'

setRegion(region)
