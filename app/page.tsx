import { Home } from '@/components/site/home'
import { config } from '@/lib/config'
import { requestMarks, requestTexts } from '@/lib/skin/texts'

/** The page for users who open the site directly. */
export default async function HomePage() {
  return <Home t={await requestTexts()} marks={await requestMarks()} profileUrl={config().service.profileUrl} />
}
