/** Makes the provider's plain login page. A test fills it in like a person. */
export function loginPage(options: { action: string; problem: string | undefined }): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>Example login</title>
<h1>Example login</h1>
${options.problem ? `<p role="alert">${options.problem}</p>` : ''}
<form method="post" action="${options.action}">
  <label>Login <input name="login" autocomplete="off"></label>
  <button>Continue</button>
  <button name="cancel" value="yes">Cancel</button>
</form>
</html>`
}
