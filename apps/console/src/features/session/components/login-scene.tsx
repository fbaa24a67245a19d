/** The quiet picture behind the login box: lines of a land seen from above, and a few ways through it. */
export function LoginScene() {
  const contours = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  return (
    <svg className="login-scene" viewBox="0 0 1600 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g className="scene-contours">
        {contours.map((step) => (
          <path
            key={step}
            d={`M-60 ${640 + step * 34} C 240 ${560 + step * 22}, 420 ${760 + step * 12}, 700 ${620 + step * 26} S 1180 ${
              380 + step * 52
            }, 1660 ${470 + step * 40}`}
          />
        ))}
        {contours.map((step) => (
          <ellipse
            key={step}
            cx="1240"
            cy="230"
            rx={60 + step * 58}
            ry={34 + step * 36}
            transform="rotate(-14 1240 230)"
          />
        ))}
      </g>
      <g className="scene-roads">
        <path d="M-40 320 C 260 300, 380 460, 640 430 S 980 180, 1280 260 S 1560 420, 1660 400" />
        <path d="M360 -40 C 400 180, 520 300, 640 430 S 760 720, 700 940" />
      </g>
      <g className="scene-vehicles">
        <circle r="7">
          <animateMotion
            dur="26s"
            repeatCount="indefinite"
            path="M-40 320 C 260 300, 380 460, 640 430 S 980 180, 1280 260 S 1560 420, 1660 400"
          />
        </circle>
        <circle r="7">
          <animateMotion
            dur="31s"
            repeatCount="indefinite"
            path="M360 -40 C 400 180, 520 300, 640 430 S 760 720, 700 940"
          />
        </circle>
      </g>
    </svg>
  )
}
