import { useSession } from '../../../people/web/client/viewer.ts'
import { viewerOf } from '../list/openTab.ts'

/** The signed-in person, as the leads screens need to know them. */
export const useViewer = () => viewerOf(useSession())
