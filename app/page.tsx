import { Home } from '@/components/site/home'
import { config } from '@/lib/config'
import { requestTexts } from '@/lib/skin/texts'
import { brand } from '@/lib/skin'

/** The start page. It tells users who come here directly where to begin. */
export default async function HomePage() {
  return <Home t={await requestTexts()} name={brand().name} profileUrl={config().service.profileUrl} />
}
