import { walletTexts } from '@/components/connect/browser-texts'
import { textsForBrowser } from '@/lib/messages/request'
import { skin } from '@/lib/skin'

/** The texts of the wallet adapters, which a page asks for with their code: compiled messages by key, as JSON. */
export async function GET(_request: Request, { params }: RouteContext<'/connect/wallet-texts/[language]'>) {
  const { language } = await params
  if (!skin().languages.includes(language)) return new Response(null, { status: 404 })
  return Response.json(textsForBrowser(language, ...walletTexts).messages)
}
