// Made from message.mjml: run `vitest run scripts/emails -u` after changing it. Do not edit.
import { defineEmail, type EmailTemplate } from '../../../../platform/server/mail/compose.ts'

export type MessageEmail = {
  subject: string
  body: string
  unsubscribe_url: string
  reason: string
  postal_address: string
}

export const messageEmail: EmailTemplate<MessageEmail> = defineEmail({
  name: 'message',
  subject: `{{subject}}`,
  html: `<!doctype html>
<html lang="en" dir="auto" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<title>{{subject}}</title>
<!--[if !mso]><!-->
<meta http-equiv="X-UA-Compatible" content="IE=edge">
<!--<![endif]-->
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style type="text/css"> #outlook a { padding:0; } body { margin:0;padding:0;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%; } table, td { border-collapse:collapse;mso-table-lspace:0pt;mso-table-rspace:0pt; } img { border:0;height:auto;line-height:100%; outline:none;text-decoration:none;-ms-interpolation-mode:bicubic; } p { display:block;margin:13px 0; }
</style>
<!--[if mso]>
<noscript>
<xml>
<o:OfficeDocumentSettings>
<o:AllowPNG/>
<o:PixelsPerInch>96</o:PixelsPerInch>
</o:OfficeDocumentSettings>
</xml>
</noscript>
<![endif]-->
<!--[if lte mso 11]>
<style type="text/css"> .mj-outlook-group-fix { width:100% !important; }
</style>
<![endif]-->
<style type="text/css"> @media only screen and (min-width:480px) { .mj-column-per-100 { width:100% !important; max-width: 100%; } }
</style>
<style media="screen and (min-width:480px)"> .moz-text-html .mj-column-per-100 { width:100% !important; max-width: 100%; }
</style>
<style type="text/css"> a{color:{{brand.link}}} @media (prefers-color-scheme:dark){ body,[role=article]{background:#15171a!important} .ink div,.ink p,.ink li{color:#edf0f6!important} .ink2 div,.ink2 p,.ink2 a{color:#b3b6bb!important} .ink .link{color:{{brand.dark_link}}!important} }
</style>
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<!--[if mso]><style>body,table,td,p,a,li{font-family:'Segoe UI',Arial,sans-serif!important}</style><![endif]-->
</head>
<body style="word-spacing:normal;background-color:#ffffff;">
<div aria-label="{{subject}}" aria-roledescription="email" role="article" lang="en" dir="auto" style="word-spacing:normal;background-color:#ffffff;" >
<!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" class="" role="presentation" style="width:600px;" width="600" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div style="margin:0px auto;max-width:600px;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;" >
<tbody>
<tr>
<td style="direction:ltr;font-size:0px;padding:20px 0 8px;text-align:center;" >
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:600px;" ><![endif]-->
<div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;" >
<table border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%" >
<tbody>
<tr>
<td align="left" class="ink" style="font-size:0px;padding:0 20px;word-break:break-word;" >
<div style="font-family:Inter,Helvetica,Arial,sans-serif;font-size:15px;line-height:24px;text-align:left;color:#171a1f;" >{{body}}</div>
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]--> {{?unsubscribe_url}}
<!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" class="footer-outlook" role="presentation" style="width:600px;" width="600" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div class="footer" style="margin:0px auto;max-width:600px;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;" >
<tbody>
<tr>
<td style="direction:ltr;font-size:0px;padding:0;text-align:center;" >
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:600px;" ><![endif]-->
<div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;" >
<table border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%" >
<tbody>
<tr>
<td align="left" class="ink2" style="font-size:0px;padding:16px 20px 24px;word-break:break-word;" >
<div style="font-family:Inter,Helvetica,Arial,sans-serif;font-size:12px;line-height:18px;text-align:left;color:#65696f;" ><p style="margin:0">{{reason}}</p>
<p style="margin:0">{{postal_address}}</p>
<p style="margin:0"><a href="{{unsubscribe_url}}" style="color:#65696f">Unsubscribe</a></p></div>
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]--> {{/unsubscribe_url}}
</div>
</body>
</html>`,
  text: `{{body}}

{{?unsubscribe_url}}
-- 
{{reason}}
{{postal_address}}
Unsubscribe: {{unsubscribe_url}}

{{/unsubscribe_url}}
`,
})
