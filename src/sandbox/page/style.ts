/** The page's style: system fonts, light and dark, one column on a phone. */
export const SANDBOX_STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#f5f4f0,#121416);--sheet:light-dark(#fff,#1b1e21);--ink:light-dark(#1d1f21,#e8e6e1);
--faint:light-dark(#6a6d70,#969b9f);--line:light-dark(#e2dfd8,#2d3135);--accent:light-dark(#0b6b5a,#4cc3a6);--on-accent:light-dark(#fff,#0c1f1a);
--good:light-dark(#13703f,#5fce93);--bad:light-dark(#b3261e,#ff8a80);--wait:light-dark(#8a5a00,#f0b85a)}
*{box-sizing:border-box;margin:0}
body{background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif;padding:clamp(16px,4vw,40px);max-width:1200px;margin:auto}
h1{font-size:1.5rem;letter-spacing:-.02em;line-height:1.2}h2{font-size:.95rem;font-weight:600;margin-bottom:10px}
h3{font-size:1.15rem;line-height:1.3;font-variant-numeric:tabular-nums}aside h3{font-size:.85rem;margin:14px 0 8px;color:var(--faint);font-weight:500}
ul,ol{list-style:none;padding:0}a{color:var(--accent)}
.top{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:baseline;margin-bottom:28px}.top p{color:var(--faint)}
.notice{background:light-dark(#fdecea,#3a1d1b);color:var(--bad);border-radius:8px;padding:10px 14px;margin-bottom:20px}
.away .top::after{content:"The sandbox is not answering.";color:var(--bad)}
.grid{display:grid;grid-template-columns:minmax(0,1fr) 320px;gap:28px;align-items:start}
@media(max-width:860px){.grid{grid-template-columns:minmax(0,1fr)}}
.card,.panel{background:var(--sheet);border:1px solid var(--line);border-radius:12px;padding:18px 20px}
.card{margin-bottom:14px}.panel{margin-bottom:14px;padding:16px 18px}
.card header{display:flex;flex-wrap:wrap;align-items:baseline;gap:2px 12px}.fiat{color:var(--faint)}
.status{margin-left:auto;font-size:.85rem;font-weight:600;color:var(--faint);display:flex;align-items:center;gap:7px}
.status::before{content:"";width:8px;height:8px;border-radius:50%;background:currentColor}
.awaiting_payment .status{color:var(--accent)}.confirming .status{color:var(--wait)}.completed .status{color:var(--good)}
.about{display:flex;flex-wrap:wrap;gap:0 18px;color:var(--faint);font-size:.9rem;margin-top:2px;font-variant-numeric:tabular-nums}
.about span:first-child{text-transform:capitalize}
.address,dd{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace;overflow-wrap:anywhere;user-select:all}
.card .address{background:var(--ground);border-radius:7px;padding:8px 11px;margin:12px 0 14px}
.foot{display:flex;flex-wrap:wrap;gap:10px 16px;align-items:center;justify-content:space-between}
.actions,.marks,.wallets{display:flex;flex-wrap:wrap;gap:7px}
.marks li{font:12px/1 ui-monospace,monospace;padding:5px 7px;border-radius:6px;border:1px solid currentColor}
.good{color:var(--good)}.bad{color:var(--bad)}
.card footer{display:flex;flex-wrap:wrap;gap:2px 16px;margin-top:14px;padding-top:11px;border-top:1px solid var(--line);font-size:.8rem;color:var(--faint)}
@media(min-width:600px){.card footer a{margin-left:auto}}
button{font:inherit;font-size:.88rem;font-weight:550;padding:6px 13px;border-radius:8px;border:1px solid var(--line);background:transparent;color:var(--ink);cursor:pointer}
button:hover{border-color:var(--faint)}button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
button.main:hover{filter:brightness(1.08)}:is(button,input,summary,a):focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.switches li{display:flex;justify-content:space-between;align-items:center;padding:4px 0;min-height:40px}
.wallets button{padding:3px 9px;font-size:.82rem}.wallets .off button{color:var(--bad);text-decoration:line-through}
.endpoints li{border-bottom:1px solid var(--line);padding-bottom:12px;margin-bottom:12px;display:grid;gap:6px;justify-items:start}
summary{cursor:pointer;font-size:.85rem;color:var(--faint)}
.add{display:grid;gap:8px;margin-top:12px}.add label{font-size:.85rem;color:var(--faint);display:grid;gap:3px}
input{font:inherit;font-size:.9rem;padding:7px 10px;border:1px solid var(--line);border-radius:8px;background:var(--ground);color:inherit;width:100%}
.calls li{display:flex;gap:10px;font:12px/1.9 ui-monospace,monospace}.calls span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.calls b{min-width:3ch}dt{font-size:.8rem;color:var(--faint)}dd{margin-bottom:8px}.hint{color:var(--faint)}
.empty{border:1px dashed var(--line);border-radius:12px;padding:44px 24px;text-align:center;color:var(--faint)}
`
