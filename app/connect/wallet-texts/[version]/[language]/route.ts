import { skin } from '@/lib/skin'
import { versionOf, walletTextsIn } from '@/app/connect/wallet-texts/wallet-texts'

type Context = RouteContext<'/connect/wallet-texts/[version]/[language]'>

/** The texts of the wallet adapters, which a page asks for with their code: compiled messages by key, as JSON. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { version, language } = await params
  const messages = skin().languages.includes(language) ? walletTextsIn(language) : undefined
  if (!messages || versionOf(messages) !== version) return new Response(null, { status: 404 })
  return Response.json(messages)
}
