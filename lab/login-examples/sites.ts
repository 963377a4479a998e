import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { answersAtAll, startProgram } from '../../e2e/harness/app'
import { documentedExample } from '../../e2e/own-site/documented'

/** An example of the document, with the Debian packages that run it. */
export interface Example {
  language: Parameters<typeof documentedExample>[0]
  packages: string[]
  /** The path of the program, so that no version manager replaces it. */
  program: string
  versions: string[]
  file: string
  path: string
  serve: (folder: string, port: string) => string[]
}

const parts = import.meta.dirname

export const examples: Readonly<Record<string, Example>> = {
  Flask: {
    language: 'python',
    packages: ['python3-flask', 'python3-jwt'],
    program: '/usr/bin/python3',
    versions: [
      '-c',
      `import flask, jwt, sys
print("Python", sys.version.split()[0] + ", Flask", flask.__version__ + ", PyJWT", jwt.__version__)`,
    ],
    file: 'example.py',
    path: '/connect-login',
    serve: (folder, port) => [join(parts, 'serve.py'), join(folder, 'example.py'), port],
  },
  PHP: {
    language: 'php',
    packages: ['php-cli'],
    program: '/usr/bin/php',
    versions: ['-r', 'echo "PHP ", PHP_VERSION;'],
    file: 'connect-login.php',
    path: '/connect-login.php',
    serve: (folder, port) => ['-S', `127.0.0.1:${port}`, '-t', folder],
  },
  Rails: {
    language: 'ruby',
    packages: ['ruby', 'ruby-jwt', 'ruby-actionpack', 'ruby-railties', 'ruby-webrick'],
    program: '/usr/bin/ruby',
    versions: [
      '-e',
      `require "jwt"; require "rails/version"
puts "Ruby #{RUBY_VERSION}, Rails #{Rails.version}, jwt #{JWT::VERSION::STRING}"`,
    ],
    file: 'example.rb',
    path: '/connect-login',
    serve: (folder, port) => [join(parts, 'serve.rb'), join(folder, 'example.rb'), port],
  },
}

export const versionsOf = ({ program, versions }: Example): string =>
  spawnSync(program, versions, { encoding: 'utf8' }).stdout.trim()

/** A site that uses an example as its page for the app. */
export interface Site {
  loginUrl: string
  output: () => string
  /** Ends the program, and deletes its folder. */
  close: () => Promise<void>
}

/**
 * Starts the site of an example on a free port of loopback.
 *
 * @param variables - the variables of the example.
 */
export async function startSite(
  { language, program, file, path, serve }: Example,
  variables: Record<'CONNECT_ORIGIN' | 'LOGIN_SECRET', string>,
): Promise<Site> {
  const port = await getPort()
  const folder = await mkdtemp(join(tmpdir(), 'login-example-'))
  await writeFile(join(folder, file), documentedExample(language))
  if (language === 'php') await cp(join(parts, 'login.php'), join(folder, 'login.php'))
  const running = await startProgram({
    program: [program, ...serve(folder, String(port))],
    cwd: folder,
    port,
    variables: { LANG: 'C.UTF-8', ...variables },
    readyPath: path,
    isReady: answersAtAll,
  })
  const close = async () => {
    await running.close('SIGKILL')
    await rm(folder, { recursive: true })
  }
  return { loginUrl: running.origin + path, output: () => running.output(), close }
}
