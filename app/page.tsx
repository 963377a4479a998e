import { Home } from '@/components/site/home'
import { config } from '@/lib/config'
import { requestBrand, requestTexts } from '@/lib/skin/texts'

/** The page for users who open the site directly. */
export default async function HomePage() {
  const { name } = await requestBrand()
  return <Home t={await requestTexts()} name={name} profileUrl={config().service.profileUrl} />
}
