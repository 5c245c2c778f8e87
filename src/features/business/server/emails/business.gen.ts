// Made from business.mjml: run `vitest run scripts/emails -u` after changing it. Do not edit.
import { defineEmail, type EmailTemplate } from '../../../../platform/server/mail/compose.ts'

export type BusinessEmail = {
  subject: string
  preheader: string
  name: string
  days: string
  whose: string
  figures: readonly {
    label: string
    value: string
    change: string
  }[]
  blocks: readonly {
    title: string
    sentence: string
  }[]
  open_url: string
  schedule: string
  change_url: string
}

export const businessEmail: EmailTemplate<BusinessEmail> = defineEmail({
  name: 'business',
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
<style type="text/css"> h1,p{margin:0} a{color:{{brand.link}}} @media (prefers-color-scheme:dark){ body,[role=article]{background:#0b0d10!important} .paper,.paper table,.paper td{background:#15171a!important;border-color:#25272b!important} .ink div,.ink h1,.ink2 .top{color:#edf0f6!important} .ink2 div,.ink2 p,.ink2 a,.ink2 .ink2,.ink .ink2{color:#b3b6bb!important} .ink .link,.ink2 .link{color:{{brand.dark_link}}!important} }
</style>
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<!--[if mso]><style>body,table,td,p,a,h1{font-family:'Segoe UI',Arial,sans-serif!important}</style><![endif]-->
</head>
<body style="word-spacing:normal;background-color:#f1f2f4;">
<div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">{{preheader}}&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;</div>
<div aria-label="{{subject}}" aria-roledescription="email" role="article" lang="en" dir="auto" style="word-spacing:normal;background-color:#f1f2f4;" >
<!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" class="" role="presentation" style="width:600px;" width="600" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div style="margin:0px auto;max-width:600px;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;" >
<tbody>
<tr>
<td style="direction:ltr;font-size:0px;padding:28px 0 14px;text-align:center;" >
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:600px;" ><![endif]-->
<div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;" >
<table border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%" >
<tbody>
<tr>
<td align="left" class="ink2 html-only" style="font-size:0px;padding:0 28px;word-break:break-word;" >
<div style="font-family:Inter,Helvetica,Arial,sans-serif;font-size:14px;font-weight:600;line-height:24px;text-align:left;color:#4d5056;" >{{?brand.logo}}<img src="{{brand.logo}}" width="24" height="24" alt="" style="vertical-align:middle;border:0">&nbsp; {{/brand.logo}}{{brand.name}}</div>
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
<!--[if mso | IE]></td></tr></table><table align="center" border="0" cellpadding="0" cellspacing="0" class="paper-outlook" role="presentation" style="width:600px;" width="600" bgcolor="#ffffff" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div class="paper" style="background:#ffffff;background-color:#ffffff;margin:0px auto;max-width:600px;border-radius:10px;overflow:hidden;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="background:#ffffff;background-color:#ffffff;width:100%;border-collapse:separate;" >
<tbody>
<tr>
<td style="border:1px solid #e3e5e8;border-radius:10px;direction:ltr;font-size:0px;padding:28px 0 8px;text-align:center;" >
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" width="600px" ><table align="center" border="0" cellpadding="0" cellspacing="0" class="" role="presentation" style="width:598px;" width="598" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div style="margin:0px auto;max-width:598px;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;" >
<tbody>
<tr>
<td style="direction:ltr;font-size:0px;padding:0;text-align:center;" >
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:598px;" ><![endif]-->
<div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;" >
<table border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%" >
<tbody>
<tr>
<td align="left" class="ink" style="font-size:0px;padding:0 28px 16px;word-break:break-word;" >
<div style="font-family:Inter,Helvetica,Arial,sans-serif;font-size:15px;line-height:24px;text-align:left;color:#171a1f;" ><h1 style="margin:0;font-size:22px;line-height:30px;font-weight:600">{{name}}</h1>
<p style="margin:4px 0 0">{{days}}. {{whose}}</p></div>
</td>
</tr> {{#figures}}
<tr>
<td align="left" class="ink" style="font-size:0px;padding:0 28px 16px;word-break:break-word;" >
<div style="font-family:Inter,Helvetica,Arial,sans-serif;font-size:15px;line-height:24px;text-align:left;color:#171a1f;" ><p style="margin:0;font-size:12px;line-height:18px"><span class="ink2" style="color:#65696f">{{label}}</span></p>
<p style="margin:0;font-size:20px;line-height:28px;font-weight:600">{{value}}</p>
<p style="margin:0;font-size:12px;line-height:18px"><span class="ink2" style="color:#65696f">{{change}}</span></p></div>
</td>
</tr> {{/figures}}{{#blocks}}
<tr>
<td align="left" class="ink" style="font-size:0px;padding:0 28px 16px;word-break:break-word;" >
<div style="font-family:Inter,Helvetica,Arial,sans-serif;font-size:15px;line-height:24px;text-align:left;color:#171a1f;" ><p style="margin:8px 0 0;font-size:15px;line-height:22px;font-weight:600">{{title}}</p>
<p style="margin:2px 0 0">{{sentence}}</p></div>
</td>
</tr> {{/blocks}}
<tr>
<td align="left" style="font-size:0px;padding:8px 28px 20px;word-break:break-word;" >
<table border="0" cellpadding="0" cellspacing="0" role="presentation" style="border-collapse:separate;line-height:100%;" >
<tbody>
<tr>
<td align="center" bgcolor="{{brand.accent}}" role="presentation" style="border:none;border-radius:6px;cursor:auto;mso-padding-alt:12px 22px;background:{{brand.accent}};" valign="middle" >
<a href="{{open_url}}" style="display:inline-block;background:{{brand.accent}};color:#ffffff;font-family:Inter,Helvetica,Arial,sans-serif;font-size:15px;font-weight:600;line-height:20px;margin:0;text-decoration:none;text-transform:none;padding:12px 22px;mso-padding-alt:0px;border-radius:6px;" target="_blank" > Open the page
</a>
</td>
</tr>
</tbody>
</table>
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
<!--[if mso | IE]></td></tr></table></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><table align="center" border="0" cellpadding="0" cellspacing="0" class="footer-outlook" role="presentation" style="width:600px;" width="600" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
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
<td align="left" class="ink2" style="font-size:0px;padding:16px 28px 32px;word-break:break-word;" >
<div style="font-family:Inter,Helvetica,Arial,sans-serif;font-size:12px;line-height:18px;text-align:left;color:#65696f;" ><p style="margin:0">You asked for this page: {{schedule}}.</p>
<p style="margin:8px 0 0"><span class="line"><a href="{{change_url}}" style="color:#4d5056">Stop it, or send it at another time</a></span></p></div>
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
<!--[if mso | IE]></td></tr></table><![endif]-->
</div>
</body>
</html>`,
  text: `{{name}}
{{days}}. {{whose}}

{{#figures}}
{{label}}
{{value}}
{{change}}

{{/figures}}
{{#blocks}}
{{title}}
{{sentence}}

{{/blocks}}
Open the page: {{open_url}}

-- 
You asked for this page: {{schedule}}.
Stop it, or send it at another time: {{change_url}}
`,
})
